import type { PropsWithChildren } from "react"

type NoticeProps = PropsWithChildren<{ kind?: "plain" | "good" | "bad" }>

/** Something that the shopper has to know, said by screen readers as well. */
export function Notice({ kind = "plain", children }: NoticeProps) {
  return (
    <div
      className={`notice ${kind}`}
      role={kind === "bad" ? "alert" : "status"}
    >
      {children}
    </div>
  )
}

/** What went wrong, in the store's own words. */
export function Failure({ error }: { error?: Error }) {
  return error ? <Notice kind="bad">{error.message}</Notice> : null
}
