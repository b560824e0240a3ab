import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HubTrouble } from '#lib/engine-spec/index.ts'
import { OperatorError } from '#lib/operator-error.ts'
import { reason } from '../reason.ts'
import type { OutboundStream } from './outbound.ts'

/** What a file is to be, and how it is asked for. */
export interface WantedFile {
  /** For messages. */
  name: string
  size: number
  /** What its content hashes to. */
  check: { kind: 'sha256' | 'git'; hex: string } | null
  /** Its content from a byte on, or a 416 where there is none. */
  openFrom(byte: number): Promise<OutboundStream>
}

export interface FetchOptions {
  signal: AbortSignal
  /** Bytes that came since the last call. */
  onBytes(count: number): void
  /** A connection from which nothing came for so long is given up. */
  stallMs?: number
  /** Before the next try; grows with each in a row that brought nothing. */
  pauseMs?: number
}

const STALL_MS = 60_000
const PAUSE_MS = 1000
/** Tries in a row that brought nothing. */
const MOST_TRIES = 6

/**
 * Fetches a file to a place in one go or several: what came stays in `FILE.part` and is gone on from, after a cut of the
 * connection as after an end of the process. The file has its name only when its size and hash are right.
 *
 * @throws {OperatorError} it is another file than was promised, or could not be had
 */
export async function fetchFile(
  target: string,
  wanted: WantedFile,
  options: FetchOptions,
): Promise<void> {
  if (existsSync(target)) return
  const part = `${target}.part`
  await mkdir(path.dirname(target), { recursive: true })
  for (let tries = 0; ;) {
    options.signal.throwIfAborted()
    const before = await sizeOf(part)
    if (before >= wanted.size) break
    try {
      await fetchOn(part, before, wanted, options)
    } catch (error) {
      options.signal.throwIfAborted()
      if (!isPassing(error)) throw error
      tries = (await sizeOf(part)) > before ? 0 : tries + 1
      if (tries === MOST_TRIES) throw error
      await sleep((options.pauseMs ?? PAUSE_MS) * (tries + 1), undefined, {
        signal: options.signal,
      })
    }
  }
  if ((await sizeOf(part)) !== wanted.size || !(await isWanted(part, wanted))) {
    await rm(part, { force: true })
    throw new OperatorError(
      `${wanted.name} is not the file that was promised: its size or hash differs. Nothing of it was kept.`,
      { text: reason('setup.fileDiffers', { name: wanted.name }) },
    )
  }
  await rename(part, target)
}

const isPassing = (error: unknown): boolean =>
  error instanceof HubTrouble || error instanceof CutOff

/** The connection ended, or stood still, before the file did. */
class CutOff extends OperatorError {
  constructor(message: string, name: string, cause?: unknown) {
    super(message, { cause, text: reason('setup.fileCut', { name }) })
  }
}

async function sizeOf(file: string): Promise<number> {
  if (!existsSync(file)) return 0
  return (await stat(file)).size
}

async function fetchOn(
  part: string,
  from: number,
  { name, size, openFrom }: WantedFile,
  { signal, onBytes, stallMs = STALL_MS }: FetchOptions,
): Promise<void> {
  const { status, body } = await openFrom(from)
  if (status === 416) {
    body.destroy()
    await rm(part, { force: true })
    return
  }
  // A server that cannot go on sends all of it.
  const isWhole = status === 200
  const file = await open(part, isWhole ? 'w' : 'a')
  let at = isWhole ? 0 : from
  let timer = setTimeout(() => undefined, 0)
  const watch = (): void => {
    clearTimeout(timer)
    timer = setTimeout(
      () => body.destroy(new CutOff(`Nothing more came of ${name}.`, name)),
      stallMs,
    )
  }
  let diskTrouble: unknown
  const stop = (): void => void body.destroy(new CutOff(`${name} was given up.`, name))
  signal.addEventListener('abort', stop, { once: true })
  try {
    watch()
    for await (const chunk of body as AsyncIterable<Buffer>) {
      watch()
      at += chunk.length
      if (at > size)
        throw new OperatorError(`${name} is larger than was promised.`, {
          text: reason('setup.fileLarger', { name }),
        })
      await file.write(chunk).catch((error: unknown) => {
        diskTrouble = error
        throw error
      })
      onBytes(chunk.length)
    }
  } catch (error) {
    if (error instanceof OperatorError || diskTrouble !== undefined) throw error
    throw new CutOff(`The connection for ${name} was cut.`, name, error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    body.destroy()
    await file.close()
  }
  if (at < size) throw new CutOff(`The connection for ${name} ended too soon.`, name)
}

async function isWanted(file: string, { size, check }: WantedFile): Promise<boolean> {
  if (check === null) return true
  const hash: Hash = createHash(check.kind === 'git' ? 'sha1' : 'sha256')
  if (check.kind === 'git') hash.update(`blob ${size}\0`)
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex') === check.hex.toLowerCase()
}
