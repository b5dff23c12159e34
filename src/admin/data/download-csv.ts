import { type ListQuery, sdk } from "./queries"

/**
 * Saves what a route answers as CSV to a file. It goes through Medusa's
 * client, as a plain link would not be signed in where the dashboard uses
 * tokens.
 */
export async function downloadCsv(
  path: string,
  query: ListQuery,
  fileName: string
): Promise<void> {
  const response = await sdk.client.fetch<Response>(path, {
    query,
    headers: { accept: "text/csv" },
  })
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
