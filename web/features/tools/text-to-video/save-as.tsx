import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconGif } from '@tabler/icons-react'
import type { PredictionImage, Video } from '#contract/prediction-images.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Problem } from '#web/ui/problem.tsx'
import type { Format } from './animation/animate.ts'
import { useTexts } from './texts.ts'

const FORMATS: readonly Format[] = ['gif', 'webp']

/** Saves a video as an image that moves, for places that take no videos; the browser makes it. */
export function SaveAs({ image, video }: { image: PredictionImage; video: Video }) {
  const t = useTexts()
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const { animate } = await import('./animation/animate.ts')
      const { width, height } = image
      const file = await animate({ ...video, width, height }, format)
      saveFile(file, `${t('videoResult.label')}.${format}`)
    },
  })
  return (
    <>
      {FORMATS.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconGif size={18} />}
          loading={save.isPending && save.variables === format}
          disabled={save.isPending && save.variables !== format}
          onClick={() => save.mutate(format)}
        >
          {t('videoResult.saveAs', { format: format === 'gif' ? 'GIF' : 'WebP' })}
        </Button>
      ))}
      <Problem>{save.isError && t('videoResult.notSaved')}</Problem>
    </>
  )
}
