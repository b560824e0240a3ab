import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { CompareSlider } from './compare-slider.tsx'
import compare from '#web/ui/compare.module.css'
import classes from './tool.module.css'
import type { Tool } from './tool.ts'
import type { Input } from './use-input.ts'
import { useTexts } from '../texts.ts'

/** Fetches the photograph to try a tool with, as if somebody had chosen the file. */
async function readTrial(file: string): Promise<File> {
  const answer = await fetch(`/tools/${file}`)
  if (!answer.ok) throw new Error(`The photograph ${file} answers ${answer.status}`)
  return new File([await answer.blob()], file, { type: 'image/jpeg' })
}

/** Before an image is chosen: what the tool made of a photograph, one sentence, and a photograph to try it with. */
export function EmptyTool({
  tool,
  input,
  children,
}: {
  tool: Tool
  input: Input
  /** Beside the sample, or in its place. */
  children?: ReactNode
}) {
  const t = useTexts()
  const names = useToolNames()
  const { sample, trial: file } = tool
  const trial = useMutation({
    mutationFn: readTrial,
    onSuccess: (photo) => input.send([photo]),
  })
  return (
    <div className={classes.empty}>
      {sample && (
        <CompareSlider
          before={{ ...sample, url: `/tools/${sample.before}` }}
          after={{ ...sample, url: `/tools/${sample.after}` }}
          alt={names.sample(tool.key)}
          backdrop={<div className={compare.checkerboard} />}
        />
      )}
      {children}
      <Text maw="56ch">{names.intro(tool.key)}</Text>
      {file !== undefined && (
        <Button
          variant="default"
          className={classes.action}
          loading={trial.isPending || input.uploading}
          onClick={() => trial.mutate(file)}
        >
          {t('emptyTool.tryIt')}
        </Button>
      )}
    </div>
  )
}
