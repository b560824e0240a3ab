/**
 * Returns a random UUID (version 4, RFC 9562). Browsers have `crypto.randomUUID` only under https and on localhost, and an
 * operator's first visit is plain http on an address of the local network.
 */
export const randomId = (): string =>
  // The 8 keeps the two bits of the variant.
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replaceAll(/[x8]/g, (place) => {
    const digit = crypto.getRandomValues(new Uint8Array(1))[0]! & 15
    return (place === 'x' ? digit : (digit & 3) | 8).toString(16)
  })
