/** The address of a database past its socket, for what stands in between. */
export function overNetwork(url: string): URL {
  const address = new URL(url)
  address.searchParams.delete('host')
  return address
}
