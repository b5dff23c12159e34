import type { FieldPosition } from "../state/settings"

type Envelope = {
  data: { attributes: Record<string, unknown> } & Record<string, unknown>
} & Record<string, unknown>

/** Adds a field to an answer where the specification leaves its place open. */
export function placeField(
  answer: Envelope,
  position: FieldPosition,
  field: Record<string, unknown>
): Envelope {
  const { data } = answer
  if (position === "top") {
    return { ...answer, ...field }
  }
  return position === "data"
    ? { ...answer, data: { ...data, ...field } }
    : {
        ...answer,
        data: { ...data, attributes: { ...data.attributes, ...field } },
      }
}
