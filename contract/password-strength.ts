import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** zxcvbn's score from 0 to 4 that a short password needs: at least 10^8 guesses. */
const NEEDED_SCORE = 3

let judge: ZxcvbnFactory | undefined

/**
 * Whether a password is hard enough to guess although it is short. Loads 200 kB of common passwords, so a page imports
 * this file only when somebody has typed such a password.
 * @param email whose password it is; a guesser would try the address and its first part
 */
export function isHardToGuess(password: string, email: string): boolean {
  judge ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return judge.check(password, [email, email.split('@')[0] ?? '']).score >= NEEDED_SCORE
}
