import { OperatorError } from '#lib/operator-error.ts'

/** What is left of an earlier postmaster: goes away by itself within seconds. */
const LEFTOVERS = [
  /pre-existing shared memory block/,
  /lock file ".*postmaster\.pid" already exists/,
]

const KNOWN: [RegExp, string][] = [
  [/No space left on device/, 'the disk is full'],
  [/Disk quota exceeded/, 'the disk quota is used up'],
  [/Read-only file system/, 'the disk is read-only'],
  [/could not create shared memory|Cannot allocate memory/, 'there is not enough memory'],
  [/error while loading shared libraries/, 'its libraries cannot be loaded'],
  // A container that is run under the number of a user that its image does not know.
  [/could not look up effective user ID/, 'its user has no name in /etc/passwd'],
]

const DAMAGE =
  /PANIC|invalid (primary )?checkpoint|could not locate a valid checkpoint|checksum mismatch|incorrect checksum|control file|database files are incompatible|is not a valid data directory|bogus data|could not open file "(global|base|pg_)|could not open directory|could not read file|could not access|does not exist/

export function isLeftover(output: string): boolean {
  return LEFTOVERS.some((pattern) => pattern.test(output))
}

export function isPortTaken(output: string): boolean {
  return /could not bind IPv4 address.*Address already in use/s.test(output)
}

/** The line of PostgreSQL's output that says why it gave up. */
function lastWord(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.findLast((text) => /(FATAL|PANIC|[Ee]rror)\b/.test(text)) ?? lines.at(-1)
  return (
    line?.replace(/^.*?(FATAL|PANIC|initdb: error|error):\s*/, '').trim() ?? 'it gave no reason'
  )
}

/** Answers to a connection that only a server on broken files gives: its own database or a file is missing. */
const BROKEN_FILES = new Set(['3D000', '58P01', 'XX000', 'XX001', 'XX002'])

/** One line for the operator out of the error of a connection to the server of `folder`. */
export function explainRefusal(error: Error & { code?: string }, folder: string): OperatorError {
  const { code = '', message } = error
  if (code === '28P01') {
    return new OperatorError(`The database of ${folder} refuses its password.`, { cause: error })
  }
  const what = BROKEN_FILES.has(code)
    ? `The database folder ${folder} is damaged`
    : `The database of ${folder} cannot be used`
  return new OperatorError(`${what}: ${message}`, { cause: error })
}

/** One line for the operator out of the output of a PostgreSQL program that gave up on `folder`. */
export function explainOutput(output: string, folder: string): OperatorError {
  const known = KNOWN.find(([pattern]) => pattern.test(output))
  if (known) return new OperatorError(`PostgreSQL cannot run in ${folder}: ${known[1]}.`)
  const word = lastWord(output)
  if (DAMAGE.test(output))
    return new OperatorError(`The database folder ${folder} is damaged: ${word}`)
  return new OperatorError(`PostgreSQL cannot run in ${folder}: ${word}`)
}
