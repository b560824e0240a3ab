import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Text } from './text.ts'

/** Something that only the operator can put right. Shown to them as one line, without a stack. */
export class OperatorError extends Error {
  /** Says it in the languages of the console; null: the message is all there is. */
  readonly text: Text | null

  constructor(message: string, { text, ...options }: { cause?: unknown; text?: Text } = {}) {
    super(message.replaceAll(/\s*\n\s*/g, ' '), options)
    this.name = 'OperatorError'
    this.text = text ?? null
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EISDIR: 'it is a folder, not a file',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
}

/** Turns the usual troubles with files into a line that names the path; other errors pass unchanged. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code
  const reason = code === undefined ? undefined : REASONS[code]
  return reason === undefined ? error : new OperatorError(`${path}: ${reason}.`, { cause: error })
}

/**
 * Makes a folder and the missing ones above it. Step by step: Node's own `recursive` reports a read-only disk as
 * a path that is not there.
 */
export function makeFolder(path: string, mode = 0o755): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return
    throw new OperatorError(`${path} is a file, not a folder.`)
  }
  makeFolder(dirname(path))
  withFile(path, () => {
    try {
      mkdirSync(path, { mode })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another process may have made it meanwhile.
      if (code === 'EEXIST' && existsSync(path)) return
      if (code === 'EEXIST') throw new OperatorError(`${path} is a link to nothing.`)
      if (code === 'ENOENT') throw new OperatorError(`${path}: no folder can be made there.`)
      throw error
    }
  })
}

/** Runs `act` and explains its trouble with the file or folder at `path`. */
export function withFile<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw explainFileError(error, path)
  }
}

/** PostgreSQL's class of errors for a full disk and the like. */
const INSUFFICIENT_RESOURCES = /^53/

/** The one line that an error has for the operator; null for a fault of the program, which needs its stack. */
export function operatorLine(error: unknown): string | null {
  if (error instanceof OperatorError) return error.message
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const isFull = typeof code === 'string' && code.length === 5 && INSUFFICIENT_RESOURCES.test(code)
  return isFull ? `The database cannot go on: ${String(message)}.` : null
}
