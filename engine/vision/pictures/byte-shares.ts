/** Bytes as shares of 255: 0 to 1. */
export function byteShares(bytes: Uint8Array): Float32Array {
  const shares = new Float32Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) shares[i] = bytes[i]! / 255
  return shares
}
