import { Container, Heading } from "@medusajs/ui"
import type { AttentionAnswer } from "../../api/admin/instalments/answers"
import { Nothing } from "../display/nothing"
import { Item } from "./item"

/** What is open, the newest first. */
export function AttentionList({ attention }: AttentionAnswer) {
  return (
    <Container className="divide-y p-0">
      <Heading level="h2" className="px-6 py-4">
        Open
      </Heading>
      {attention.length === 0 && (
        <Nothing
          title="Nothing needs you"
          text="Every payment is placed, returned or on its way. What needs a person appears here and in the bell."
        />
      )}
      {attention.map((item) => (
        <Item key={item.key} item={item} />
      ))}
    </Container>
  )
}
