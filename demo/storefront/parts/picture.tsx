type Pictured = { thumbnail?: string | null }

/** A product's picture; its name stands beside it, so it has no words. */
export function Picture({ of: { thumbnail } }: { of: Pictured }) {
  return thumbnail ? (
    <img className="picture" src={thumbnail} alt="" width="400" height="400" />
  ) : (
    <span className="picture" />
  )
}
