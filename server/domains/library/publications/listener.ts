import type { Reader, Tx } from '#server/platform/db/index.ts'
import type { PublishedSource } from './published-source.ts'

/** What strangers read of how an image was made. Answers, pages and files tell the same, and nothing else. */
export type ShownWords = Readonly<Record<string, unknown>>

/** What becomes of an image that its owner makes public; another domain says so. */
export interface PublicationListener {
  /** Before anything is written, when an image becomes public. @throws {AppError} `throttled` */
  admit(userId: string): Promise<void>
  /** In the transaction that makes it public, or changes what is shown of it. @throws {AppError} which undoes it */
  publish(tx: Tx, source: PublishedSource): Promise<void>
  /** In the transaction that takes it back. */
  withdraw(tx: Tx, userId: string, image: string): Promise<void>
  /** After that. */
  committed(image: string): Promise<void>
  /** What everybody reads of how a public image was made; null: nothing. */
  shownWords(reader: Reader, image: string): Promise<ShownWords | null>
  /** Takes names of models out of a text that are nobody's but their owner's. */
  hideNames(reader: Reader, text: string): Promise<string>
}
