import { Textarea } from '@mantine/core'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'

/** What a tool is told in words; as long as the prompt of a drawing may be. */
export function PromptArea({
  problems,
  onChange,
  ...texts
}: {
  label: string
  description?: string
  placeholder: string
  value: string
  /** Of the whole form. */
  problems: FieldProblems
  onChange: (prompt: string) => void
}) {
  return (
    <Textarea
      {...texts}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={LIMITS.prompt}
      error={problems['prompt'] ?? null}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
