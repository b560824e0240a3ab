const load = () => import('./prove-work.ts')

/** Has the browser begin the proof of work that a form will show; for its `onInput`. */
export const workAhead = (): void =>
  void load().then(
    ({ proveAhead }) => proveAhead(),
    // Sending the form tries again, and says so where that fails.
    () => undefined,
  )

/** What goes with the call. @throws {ApiError | TransportError} */
export const takeWork = (): Promise<string | undefined> =>
  load().then(({ takeProof }) => takeProof())
