import { useEffect, useRef, type PropsWithChildren } from "react"

let isFirst = true

type PageProps = PropsWithChildren<{ title: string; className?: string }>

/**
 * One page: its title, and its heading, which gets the focus so that a screen
 * reader says where a link has led.
 */
export function Page({ title, className, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus({ preventScroll: true })
    }
    isFirst = false
  }, [])
  useEffect(() => {
    document.title = `${title} · Karoo & Co`
  }, [title])
  return (
    <main className={className}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  )
}
