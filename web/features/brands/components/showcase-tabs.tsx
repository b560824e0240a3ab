import { Button, SegmentedControl, Text, Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { pageOfFeature } from '#brands/index.ts'
import { useSite } from '#web/lib/site.ts'
import { generatorPictures } from '../showcase.ts'
import classes from './home.module.css'
import { ShowcaseClip } from './showcase-clip.tsx'

type Category = 'generator' | 'training'

function GeneratorShowcase() {
  const calm = useReducedMotion()
  const [choice, setChoice] = useState<boolean | null>(null)
  const playing = choice ?? !calm
  return (
    <>
      <div className={classes.clipsHead}>
        <Text size="sm" c="dimmed">
          Drawn by the built-in model, from noise to image in 20 steps.
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={playing ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
          onClick={() => setChoice(!playing)}
        >
          {playing ? 'Pause the clips' : 'Play the clips'}
        </Button>
      </div>
      <ul className={classes.pairs}>
        {generatorPictures.map((picture) => (
          <li key={picture.file}>
            <ShowcaseClip picture={picture} playing={playing} onRefused={() => setChoice(false)} />
            <Text size="xs" c="dimmed" mt="xs">
              “{picture.prompt}”
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

function TrainingShowcase() {
  const isBuilt = pageOfFeature('train_model') !== null
  return (
    <div className={classes.training}>
      <Title order={3}>A model of your own</Title>
      <Text mt="sm">
        Give it a handful of photos of a face, an object or a style, and it learns to draw exactly
        that. A coach looks at the photos first, you see samples on the way, and you can stop early
        and get the unused share back.
      </Text>
      {!isBuilt && (
        <Text mt="sm" c="dimmed">
          This is being built and not available yet.
        </Text>
      )}
    </div>
  )
}

/** What can be made here, in two categories. */
export function ShowcaseTabs() {
  const { brand } = useSite()
  const [category, setCategory] = useState<Category>('generator')
  return (
    <section aria-labelledby="showcase">
      <div className={classes.sectionHead}>
        <Title order={2} id="showcase">
          What comes out
        </Title>
        {brand.features.includes('train_model') && (
          <SegmentedControl
            aria-label="Category"
            radius="xl"
            value={category}
            onChange={setCategory}
            data={[
              { value: 'generator', label: 'Image generator' },
              { value: 'training', label: 'Train models' },
            ]}
          />
        )}
      </div>
      {category === 'generator' ? <GeneratorShowcase /> : <TrainingShowcase />}
    </section>
  )
}
