import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** Tables by which ICU opens the one collation without a language, as `initdb` does for every new database. */
const KEPT = /^icudt\d+[lb]\/(?:root\.res|pool\.res|coll\/(?:root\.res|pool\.res|ucadata\.icu))$/

/** Bytes before the four letters of the format in a header of ICU's. */
const BEFORE_FORMAT = 12

interface Item {
  name: string
  data: Buffer
}

/** Reads the items of ICU's common data (`CmnD`), which lies somewhere in a library. */
function readItems(library: Buffer): { header: Buffer; items: Item[] } {
  const bytes = library.subarray(library.indexOf('CmnD') - BEFORE_FORMAT)
  const header = bytes.subarray(0, bytes.readUInt16LE(0))
  const contents = bytes.subarray(header.length)
  const count = contents.readUInt32LE(0)
  const entry = (index: number) => {
    const at = contents.readUInt32LE(4 + 8 * index)
    return {
      name: contents.toString('latin1', at, contents.indexOf(0, at)),
      from: contents.readUInt32LE(8 + 8 * index),
    }
  }
  const items = Array.from({ length: count }, (_, index) => {
    const { name, from } = entry(index)
    // After the last item comes the rest of the library, which does no harm.
    const to = index + 1 < count ? entry(index + 1).from : contents.length
    return { name, data: contents.subarray(from, to) }
  })
  return { header, items }
}

/** Writes common data of some items: how many, where the name and the data of each are, the names, the data. */
function writeItems(header: Buffer, items: readonly Item[]): Buffer {
  const align = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 15)])
  const names = items.map(({ name }) => Buffer.from(`${name}\0`, 'latin1'))
  const table = Buffer.alloc(4 + 8 * items.length)
  const beforeData = align(Buffer.concat([table, ...names]))
  let [nameAt, dataAt] = [table.length, beforeData.length]
  beforeData.writeUInt32LE(items.length, 0)
  for (const [index, name] of names.entries()) {
    beforeData.writeUInt32LE(nameAt, 4 + 8 * index)
    beforeData.writeUInt32LE(dataAt, 8 + 8 * index)
    nameAt += name.length
    dataAt += align(items[index]!.data).length
  }
  return Buffer.concat([header, beforeData, ...items.map(({ data }) => align(data))])
}

/** Makes a library of one constant with the assembler and the linker. @returns false where there are none */
function link(path: string, soname: string, symbol: string, data: Buffer): boolean {
  const work = mkdtempSync(join(tmpdir(), 'atelier-tables-'))
  try {
    writeFileSync(join(work, 'data'), data)
    const source = [
      '.section .rodata',
      '.balign 16',
      `.globl ${symbol}`,
      `.type ${symbol}, %object`,
      `.size ${symbol}, ${data.length}`,
      `${symbol}: .incbin "data"`,
      '.section .note.GNU-stack, "", %progbits',
      '',
    ]
    writeFileSync(join(work, 'data.s'), source.join('\n'))
    const steps: [string, string[]][] = [
      ['as', ['-o', 'data.o', 'data.s']],
      ['ld', ['-shared', '-soname', soname, '-o', 'library', 'data.o']],
    ]
    for (const [program, args] of steps) {
      const { error, status } = spawnSync(program, args, { cwd: work, stdio: 'inherit' })
      if (error) return false
      if (status !== 0) throw new Error(`${program} ended with ${status}`)
    }
    writeFileSync(path, readFileSync(join(work, 'library')))
    return true
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * Takes out of the embedded PostgreSQL ICU's tables of languages (26 MB), which nothing reads: its databases sort by the code
 * of the characters (`--locale-provider=builtin`), and ICU knows the letters themselves without them.
 * @param folder native libraries of PostgreSQL, in a release
 */
export function trimCharacterTables(folder: string): void {
  for (const name of globSync('libicudata.so.*.*', { cwd: folder })) {
    const path = join(folder, name)
    const { header, items } = readItems(readFileSync(path))
    const kept = items.filter((item) => KEPT.test(item.name))
    const version = /^icudt\d+/.exec(items[0]!.name)![0]
    const soname = basename(name).split('.').slice(0, 3).join('.')
    if (!link(path, soname, `${version}_dat`, writeItems(header, kept)))
      console.warn('as and ld (binutils) are not installed: the release is 26 MB larger')
  }
}
