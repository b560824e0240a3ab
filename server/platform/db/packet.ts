import { type Connection, DatabaseError, Query } from 'pg'
import { typeParsers } from './connection.ts'
import type { Encoded } from './encode-value.ts'

/** A statement as one connection knows it. */
export interface Prepared {
  /** Empty: it is not kept. */
  name: string
  text: string
  /** Its text was sent. */
  isSent: boolean
  /** How its rows read; null until it was answered for the first time. */
  columns: Column[] | null
}

interface Column {
  name: string
  parse: (text: string) => unknown
}

/** Its outcome, as kysely takes it. */
export interface StatementResult {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/** One run of a statement. */
export interface Run {
  prepared: Prepared
  values: Encoded[]
  resolve(result: StatementResult): void
  reject(error: unknown): void
}

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** The messages of the protocol, without the arguments that pg does not read. */
interface Wire {
  parse(message: { name: string; text: string }): void
  bind(message: { statement: string; values: Encoded[] }): void
  describe(message: { type: 'P' }): void
  execute(): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

/** What pg's connections send every message with. */
interface Sender {
  _send(bytes: Buffer): void
}

/** A connection whose messages are collected: pg sends each on its own, which costs more than what most of them say. */
interface Collector {
  wire: Wire
  messages: Buffer[]
}

/** The answer does not have the columns of the statement: another one was run. Its rows are not used. */
export class StatementMismatch extends Error {
  constructor(text: string) {
    super(`The answer has other columns than the statement: ${text.slice(0, 80)}`)
    this.name = 'StatementMismatch'
  }
}

const collectors = new WeakMap<Sender, Collector>()

function collectorOf(connection: Sender): Collector {
  let collector = collectors.get(connection)
  if (!collector) {
    const messages: Buffer[] = []
    const _send = { value: (message: Buffer) => void messages.push(message) }
    collector = { wire: Object.create(connection, { _send }) as Wire, messages }
    collectors.set(connection, collector)
  }
  // A packet that could not be put together leaves what it had.
  collector.messages.length = 0
  return collector
}

const describeColumns = ({ fields }: RowDescription): Column[] =>
  fields.map(({ name, dataTypeID }) => ({
    name,
    parse: typeParsers.getTypeParser(dataTypeID, 'text') as Column['parse'],
  }))

/**
 * Statements that go to the server together and are answered together: pg on its own asks for an answer after each,
 * which wakes both sides every time. They succeed together or fail together, those after a failing one are not run;
 * without a `begin` they are one transaction. The columns of a statement are asked for at its first run only.
 */
export class Packet extends Query {
  readonly #runs: readonly Run[]
  readonly #results: StatementResult[] = []
  readonly #closing: readonly string[]
  #rows: Record<string, unknown>[] = []
  #mismatch: StatementMismatch | null = null

  /** @param closing names of statements that the connection need not keep any longer */
  constructor(runs: readonly Run[], closing: readonly string[]) {
    super('')
    this.#runs = runs
    this.#closing = closing
  }

  override submit = (connection: Connection): void => {
    const sender = connection as unknown as Sender
    const { wire, messages } = collectorOf(sender)
    for (const name of this.#closing) wire.close({ type: 'S', name })
    for (const { prepared, values } of this.#runs) {
      if (!prepared.isSent) {
        // The server's connection may have it of an earlier client.
        if (prepared.name !== '') wire.close({ type: 'S', name: prepared.name })
        wire.parse({ name: prepared.name, text: prepared.text })
      }
      prepared.isSent = true
      wire.bind({ statement: prepared.name, values })
      if (prepared.columns === null) wire.describe({ type: 'P' })
      wire.execute()
    }
    wire.sync()
    sender._send(Buffer.concat(messages))
  }

  #current(): Prepared {
    return this.#runs[this.#results.length]!.prepared
  }

  /** Ends the time limit that pg has put on this query. */
  #settled(): void {
    const { callback } = this as { callback?: () => void }
    callback?.()
  }

  handleRowDescription(message: RowDescription): void {
    this.#current().columns = describeColumns(message)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {}
    const { columns: known, text: statement } = this.#current()
    const columns = known ?? []
    if (fields.length !== columns.length) {
      this.#mismatch ??= new StatementMismatch(statement)
      return
    }
    for (let index = 0; index < columns.length; index++) {
      const { name, parse } = columns[index]!
      const text = fields[index] ?? null
      row[name] = text === null ? null : parse(text)
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ')
    this.#current().columns ??= []
    this.#results.push({
      command: words[0] ?? '',
      rowCount: Number(words.at(-1)) || 0,
      rows: this.#rows,
    })
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#settled()
    for (const [index, { resolve, reject }] of this.#runs.entries()) {
      if (this.#mismatch) reject(this.#mismatch)
      else resolve(this.#results[index]!)
    }
  }

  /** Told once the server is ready again, so that the state of the transaction is known. */
  handleError(error: unknown, connection: Connection): void {
    const settle = () => {
      connection.off('readyForQuery', settle)
      connection.off('end', settle)
      this.#settled()
      for (const { reject } of this.#runs) reject(error)
    }
    if (error instanceof DatabaseError) {
      connection.once('readyForQuery', settle)
      connection.once('end', settle)
    } else {
      settle()
    }
  }
}
