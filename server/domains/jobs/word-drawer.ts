import type { GenerationRequest } from '#contract/generation-request.ts'
import type { WordTemplate } from '#contract/wildcards.ts'

/** A request with the words that were drawn for it. */
export interface DrawnRequest {
  request: GenerationRequest
  /** The texts as they were written; null if nothing in them was left to chance. */
  template: WordTemplate | null
}

/** Draws the words of requests from choices and lists; another domain says how. */
export interface WordDrawer {
  /**
   * Draws by the seed of the request. One that left its seed open gets one here, for words and noise alike, so that the same
   * seed makes the same of the same template.
   * @param seed of a request without one
   * @throws {AppError} `invalid` for a brace without its other half, a list that is missing, leads to itself or is too deep
   */
  draw(userId: string, request: GenerationRequest, seed: number): Promise<DrawnRequest>
  /** The same for several requests of one person: their lists are read once. */
  ofMany(userId: string): Pick<WordDrawer, 'draw'>
}
