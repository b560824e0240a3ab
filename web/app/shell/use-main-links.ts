import type { Feature } from '#contract/site.ts'
import { pageOfFeature } from '#brands/index.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'

export interface MainLink {
  label: string
  to: string
  isNew: boolean
}

const CANDIDATES: { feature: Feature; label: string; isNew: boolean }[] = [
  { feature: 'text_to_image', label: 'Text To Image', isNew: false },
  { feature: 'professional_headshots', label: 'Pro Headshots', isNew: false },
  { feature: 'text_to_video', label: 'Text To Video', isNew: true },
]

/** The header's own links: for signed-in people, as far as the brand has them and the page exists. */
export function useMainLinks(): MainLink[] {
  const { isLoggedIn } = useSession()
  const { has } = useSite()
  if (!isLoggedIn) return []
  return CANDIDATES.flatMap(({ feature, label, isNew }) => {
    const to = pageOfFeature(feature)
    return to !== null && has(feature) ? [{ label, to, isNew }] : []
  })
}
