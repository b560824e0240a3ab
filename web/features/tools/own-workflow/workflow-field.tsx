import { Text } from '@mantine/core'
import type { OwnWorkflow } from '#contract/generation-servers.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { useTexts } from './texts.ts'

/** Which workflow runs, and what it costs. */
export function WorkflowField({
  workflows,
  chosen,
  problem,
  onChoose,
}: {
  workflows: readonly OwnWorkflow[]
  chosen: OwnWorkflow
  problem: string | null
  onChoose: (id: string) => void
}) {
  const t = useTexts()
  return (
    <div>
      <NativeSelect
        label={t('workflows.choose')}
        value={chosen.id}
        error={problem}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        data={workflows.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Text size="xs" c="dimmed" mt={4} className="tabular">
        {t('workflows.about', { credits: chosen.credits })}
      </Text>
    </div>
  )
}
