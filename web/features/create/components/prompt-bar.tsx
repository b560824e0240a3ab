import { Group } from '@mantine/core'
import { PromptCompletion } from '../completion/prompt-completion.tsx'
import { PromptHistory } from '../past-prompts/prompt-history.tsx'
import { PromptPresets } from '../presets/prompt-presets.tsx'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { PromptLists } from '../wildcards/prompt-lists.tsx'

/** What helps to write a prompt: presets, past prompts, in advanced mode lists of words, and suggestions while it is typed. */
export function PromptBar() {
  const { form } = useGenerationForm()
  return (
    <Group gap={8}>
      <PromptPresets />
      <PromptHistory />
      {form.mode === 'advanced' && <PromptLists />}
      <PromptCompletion />
    </Group>
  )
}
