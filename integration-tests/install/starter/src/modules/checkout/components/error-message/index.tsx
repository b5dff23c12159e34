type Props = { error: string | null; "data-testid"?: string }

export default function ErrorMessage({ error, ...rest }: Props) {
  return (
    error && (
      <p role="alert" {...rest}>
        {error}
      </p>
    )
  )
}
