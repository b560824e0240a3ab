/**
 * What is said between the server and the process that decodes one upload. The file goes in by the standard input, the
 * picture that is kept comes out by the standard output; the messages go by the channel that Node opens.
 */
import type { UploadPurpose } from '#contract/uploaded-images.ts'
import type { UploadFormat } from './sniff-format.ts'

/** The process's only argument, as JSON. */
export interface DecodeTask {
  /** By its first bytes. */
  format: UploadFormat
  purpose: UploadPurpose
  /** Width times height of the largest picture whose pixels are read. */
  maxPixels: number
  /** Resident memory at which the process ends itself, in bytes. */
  maxMemory: number
}

/** Said once the header was accepted: only then the pixels are decoded. */
export type ToDecoder = 'decode'

export interface KeptPicture {
  contentType: 'image/jpeg' | 'image/png'
  extension: 'jpg' | 'png'
  width: number
  height: number
}

/** `pixels`: too many; `damaged`: cannot be read; `memory`: needs more than it may have. */
export type Refusal =
  | { reason: 'pixels'; width: number; height: number }
  | { reason: 'damaged'; message: string }
  | { reason: 'memory' }

export type FromDecoder =
  | { type: 'header'; width: number; height: number }
  /** `bytes` is how many come by the standard output; `peakMemory` of the process, in bytes. */
  | { type: 'decoded'; picture: KeptPicture; bytes: number; peakMemory: number }
  | { type: 'refused'; refusal: Refusal }
