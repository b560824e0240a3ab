import { pageOfFeature } from '#brands/index.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from './texts.ts'

export interface MainLink {
  label: string
  to: string
  isNew: boolean
}

const CANDIDATES = [
  { feature: 'text_to_image', isNew: false },
  { feature: 'professional_headshots', isNew: false },
  { feature: 'text_to_video', isNew: true },
] as const

/** The header's own links: for signed-in people, as far as the brand has them and the page exists. */
export function useMainLinks(): MainLink[] {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  const { has } = useSite()
  if (!isLoggedIn) return []
  return CANDIDATES.flatMap(({ feature, isNew }) => {
    const to = pageOfFeature(feature)
    return to !== null && has(feature) ? [{ label: t(`mainLink.${feature}`), to, isNew }] : []
  })
}
