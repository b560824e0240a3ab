import { Deferred } from '#web/ui/deferred.tsx'

// Only those see it whose address is not confirmed.
const loadAnchor = () => import('./resend-anchor.tsx').then(({ ResendAnchor }) => ResendAnchor)

/** Asks for another verification mail, within a sentence. */
export function ResendLink({ email }: { email: string }) {
  return <Deferred load={loadAnchor} props={{ email }} />
}
