import { setAddresses } from "@lib/data/cart"

const FIELDS = {
  email: "Email",
  first_name: "First name",
  last_name: "Last name",
  address_1: "Address",
  postal_code: "Postal code",
  city: "City",
  phone: "Phone",
}

export default function Addresses({ countryCode }: { countryCode: string }) {
  return (
    <form action={setAddresses.bind(null, countryCode)}>
      {Object.entries(FIELDS).map(([name, label]) => (
        <p key={name}>
          <label>
            {label} <input name={name} required />
          </label>
        </p>
      ))}
      <button>Continue to delivery</button>
    </form>
  )
}
