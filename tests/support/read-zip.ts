import { crc32 } from 'node:zlib'

/** The files of a zip without compression, read by its directory; throws when anything in it does not agree. */
export function readZip(zip: Buffer): { name: string; data: Buffer }[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('no directory')
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no line of the directory at ${at}`)
    const [crc, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]
    const length = zip.readUInt16LE(at + 28)
    const name = zip.toString('ascii', at + 46, at + 46 + length)
    const begin = zip.readUInt32LE(at + 42)
    if (zip.readUInt32LE(begin) !== 0x04034b50) throw new Error(`no file at ${begin}`)
    const data = zip.subarray(begin + 30 + length, begin + 30 + length + size)
    if (crc32(data) !== crc) throw new Error(`${name} is damaged`)
    at += 46 + length
    return { name, data }
  })
}
