import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { TOOLS } from '#contract/tools.ts'
import { useSite } from '#web/lib/site.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { useTexts } from '../texts.ts'

/** What changes photos, where the model on this site redraws illustrations only. */
export function PhotoAdvice() {
  const t = useTexts()
  const { has } = useSite()
  if (useCapabilities().draws === 'anything') return null
  const way = !has('img_editor') ? 'none' : has('instant_avatars') ? 'both' : 'editor'
  const link = (to: string) => <Anchor component={Link} to={to} size="sm" />
  return (
    <Text size="sm">
      {t.rich(`photoAdvice.${way}`, {
        avatars: link(TOOLS.instant_avatars.page),
        editor: link(TOOLS.img_editor.page),
      })}
    </Text>
  )
}
