import type { Me } from '#contract/users.ts'

/** What stands in the way of a generation. */
export type Notice =
  /** `action`: asks for the mail again. */
  | { kind: 'unverified'; action: React.ReactNode }
  | { kind: 'engine-away' }
  | { kind: 'no-model'; name: string; onDefault: () => void }
  | { kind: 'queue-full'; free: boolean }
  /** `what` is part of the plan and those above it; `link` leads to the plans. */
  | { kind: 'plan'; what: string; plan: string; link: string }

/** Whether the button waits until the notice is gone. A full queue may have room again at any moment. */
export const isBlocking = (notice: Notice | null): boolean =>
  notice !== null && notice.kind !== 'queue-full'

/** What stands in the way of somebody's drawing, or null. */
export function noticeOf(
  me: Me,
  state: {
    ready: boolean
    /** The model that the form names and no engine has. */
    missing: string | null
    onDefaultModel: () => void
    full: boolean
    resendMail: React.ReactNode
  },
): Notice | null {
  const { missing } = state
  if (!me.email_verified) return { kind: 'unverified', action: state.resendMail }
  if (missing !== null) return { kind: 'no-model', name: missing, onDefault: state.onDefaultModel }
  if (!state.ready) return { kind: 'engine-away' }
  if (state.full) return { kind: 'queue-full', free: me.plan.name === 'free' }
  return null
}
