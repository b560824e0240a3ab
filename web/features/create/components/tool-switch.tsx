import { Button, ButtonGroup } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import { type Tool, useTool } from '#web/features/generate/lib/tool.ts'
import { useTexts } from '../texts.ts'

const TOOLS: { tool: Tool; link: string }[] = [
  { tool: 'text', link: paths.textToImage.link() },
  { tool: 'image', link: paths.imageToImage.link() },
]

/** From one create page to the other, where the brand has both. */
export function ToolSwitch({ className }: { className?: string | undefined }) {
  const t = useTexts()
  const current = useTool()
  const { has } = useSite()
  const both = (['text_to_image', 'image_to_image'] as const).every(
    (feature) => has(feature) && pageOfFeature(feature) !== null,
  )
  if (!both) return null
  return (
    <nav aria-label={t('toolSwitch.label')} className={className}>
      <ButtonGroup>
        {TOOLS.map(({ tool, link }) => (
          <Button
            key={tool}
            component={Link}
            to={link}
            variant={tool === current ? 'light' : 'default'}
            aria-current={tool === current ? 'page' : undefined}
            size="sm"
            fullWidth
          >
            {t(`toolSwitch.${tool}`)}
          </Button>
        ))}
      </ButtonGroup>
    </nav>
  )
}
