import { Button } from '@mantine/core'
import { useTexts } from './texts.ts'
import classes from './edit-examples.module.css'

const EXAMPLES = ['examples.snow', 'examples.drawing', 'examples.bow'] as const

/**
 * Before an image is chosen: the photo to try it with, and what can be asked for. What comes of it is up to the models of
 * this site, so no result is shown.
 */
export function EditExamples({ onChoose }: { onChoose: (words: string) => void }) {
  const t = useTexts()
  return (
    <>
      <img
        src="/tools/cat.jpg"
        alt={t('examples.photo')}
        width={451}
        height={300}
        className={classes.photo}
      />
      <div role="group" aria-label={t('examples.label')} className={classes.examples}>
        {EXAMPLES.map((example) => (
          <Button
            key={example}
            variant="default"
            radius="xl"
            className={classes.example}
            onClick={() => onChoose(t(example))}
          >
            {t(example)}
          </Button>
        ))}
      </div>
    </>
  )
}
