import { getBaseURL } from "@lib/util/env"
import { Metadata } from "next"
import { ReactNode } from "react"

export const metadata: Metadata = {
  metadataBase: new URL(getBaseURL()),
  title: "Shop",
}

export default function Layout(props: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main className="relative">{props.children}</main>
      </body>
    </html>
  )
}
