/** Bytes that are written one after the other. */
export interface ByteList {
  byte(value: number): void
  /** The lower byte first. @param size in bytes */
  number(value: number, size: number): void
  all(bytes: Uint8Array): void
  text(letters: string): void
  finish(): Uint8Array<ArrayBuffer>
}

export function createByteList(): ByteList {
  let room = new Uint8Array(1 << 16)
  let length = 0
  function grow(by: number): void {
    if (length + by <= room.length) return
    const larger = new Uint8Array(Math.max(2 * room.length, length + by))
    larger.set(room)
    room = larger
  }
  const list: ByteList = {
    byte(value) {
      grow(1)
      room[length++] = value
    },
    number(value, size) {
      for (let i = 0; i < size; i++) list.byte(Math.floor(value / 256 ** i) & 255)
    },
    all(bytes) {
      grow(bytes.length)
      room.set(bytes, length)
      length += bytes.length
    },
    text(letters) {
      list.all(new TextEncoder().encode(letters))
    },
    finish: () => room.slice(0, length),
  }
  return list
}
