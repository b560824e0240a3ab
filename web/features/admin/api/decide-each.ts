import { ApiError } from '#web/lib/api.ts'

/** Another member of the staff was faster, or what it is about is gone. */
const isDecided = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

/**
 * Decides about several, one after the other. One that is decided already stops nothing.
 * @returns the answers, and how many were decided already
 */
export async function decideEach<Answer>(
  ids: readonly string[],
  decide: (id: string) => Promise<Answer>,
): Promise<{ answers: Answer[]; skipped: number }> {
  const answers: Answer[] = []
  let skipped = 0
  for (const id of ids) {
    try {
      answers.push(await decide(id))
    } catch (error) {
      // With one alone there is nothing to go on with: its error is shown.
      if (ids.length === 1 || !isDecided(error)) throw error
      skipped += 1
    }
  }
  return { answers, skipped }
}
