/** Which of a browser's own entries belongs into a field. */
const AUTOCOMPLETE = {
  email: "email",
  first_name: "given-name",
  last_name: "family-name",
  phone: "tel",
  address_1: "street-address",
  postal_code: "postal-code",
  city: "address-level2",
}

type FieldName = keyof typeof AUTOCOMPLETE

type FieldProps = {
  name: FieldName
  label: string
  type?: "text" | "email" | "tel"
  value?: string | null
  /** An address that the field is one of. */
  of?: { [name in FieldName]?: string | null } | null
}

export function Field({ name, label, type = "text", value, of }: FieldProps) {
  return (
    <label className={name}>
      {label}
      <input
        name={name}
        type={type}
        required
        autoComplete={AUTOCOMPLETE[name]}
        defaultValue={value ?? of?.[name] ?? ""}
      />
    </label>
  )
}
