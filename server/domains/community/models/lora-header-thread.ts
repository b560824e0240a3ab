/** Reads the header of a LoRA in a thread of its own. */
import { AppError } from '#server/platform/errors.ts'
import { checkLoraHeader } from './read-lora-header.ts'

export interface LoraHeader {
  /** The file from its first byte, at least to the end of its header. */
  first: Uint8Array
  /** Of the whole file. */
  bytes: number
}

/** @returns why the file is refused; null: it is not */
export default function readHeader({ first, bytes }: LoraHeader): string | null {
  try {
    checkLoraHeader(Buffer.from(first.buffer, first.byteOffset, first.byteLength), bytes)
    return null
  } catch (error) {
    const message = error instanceof AppError ? error.fieldSentences?.['part']?.[0] : undefined
    if (message === undefined) throw error
    return message
  }
}
