/** An order that comes out as words. A new task is a new member. */
export type WordsRequest =
  /** Says what a prompt asks for with more to see. */
  | { task: 'improve_prompt'; prompt: string }
  /** Says what an encoded file (PNG, JPEG, WebP) shows. */
  | { task: 'describe_image'; image: Uint8Array }
export type WordsTask = WordsRequest['task']

/** What does a task's work. */
export interface WordsModel {
  task: WordsTask
  id: string
  name: string
  licence: string
  /** What its provider asks for an answer, about, millionths of a US dollar; left out: it costs by its time. */
  costMicros?: number
}

export interface WrittenWords {
  /** The text as the model gave it: whoever shows it cleans it first. */
  text: string
  /** What its provider asks for it, millionths of a US dollar; left out: it costs by its time. */
  costMicros?: number
}

/**
 * The part of an engine that writes. An answer takes seconds and somebody waits for it, so that it is no operation: it is
 * not found again after a restart.
 */
export interface WordsEngine {
  /** One for each task that it can do now. */
  models(): Promise<WordsModel[]>
  /** Throws `EngineError`; what `signal` aborts is stopped where that can be done, and rejects. */
  write(request: WordsRequest, signal: AbortSignal): Promise<WrittenWords>
}
