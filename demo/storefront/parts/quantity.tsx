type QuantityProps = {
  /** Of what, for screen readers. */
  of: string
  value: number
  onChange: (value: number) => void
}

const MOST = 20

export function Quantity({ of, value, onChange }: QuantityProps) {
  return (
    <div className="quantity" role="group" aria-label={`Quantity of ${of}`}>
      <button
        type="button"
        aria-label={`One ${of} less`}
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        −
      </button>
      <output aria-live="polite">{value}</output>
      <button
        type="button"
        aria-label={`One ${of} more`}
        disabled={value >= MOST}
        onClick={() => onChange(value + 1)}
      >
        +
      </button>
    </div>
  )
}
