const BLOCK = 512

/** A tar of files (POSIX.1-1988). */
export function tarOf(files: readonly { name: string; data: Uint8Array }[]): Buffer {
  const parts = files.flatMap(({ name, data }) => {
    const head = Buffer.alloc(BLOCK)
    head.write(name, 0)
    head.write('0000644\0', 100)
    head.write(`${data.byteLength.toString(8).padStart(11, '0')}\0`, 124)
    head.write('0', 156)
    head.write('ustar\x0000', 257)
    const rest = (BLOCK - (data.byteLength % BLOCK)) % BLOCK
    return [head, data, Buffer.alloc(rest)]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}
