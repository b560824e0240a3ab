import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { TOOLS } from '#contract/tools.ts'
import { useSite } from '#web/lib/site.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { useTexts } from './texts.ts'
import classes from '#web/features/generate/source/source.module.css'

/** What changes photos better than a model that redraws illustrations, in the order in which it is offered. */
const WAYS = ['instant_avatars', 'img_editor', 'replace_background'] as const

/**
 * Where the model redraws illustrations only: the tools that change photos, which take the photo along.
 * @param props.photo id of the photo that was chosen; null: none
 */
export function PhotoAdvice({ photo }: { photo: string | null }) {
  const t = useTexts()
  const names = useToolNames()
  const { has } = useSite()
  if (photo === null) {
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
  const ways = WAYS.filter((tool) => has(TOOLS[tool].feature))
  return (
    <Stack gap="sm" className={classes.advice} role="group" aria-label={t('photoAdvice.label')}>
      <Text size="sm">{t(ways.length > 0 ? 'photoAdvice.photo' : 'photoAdvice.blur')}</Text>
      <Group gap={8}>
        {ways.map((tool, place) => (
          <Button
            key={tool}
            component={Link}
            to={`${TOOLS[tool].page}?image=${photo}`}
            variant={place === 0 ? 'filled' : 'default'}
          >
            {names.action(tool)}
          </Button>
        ))}
      </Group>
    </Stack>
  )
}
