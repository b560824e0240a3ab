import { Group } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { UndoMessage } from '#web/ui/undo-message.tsx'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import type { Done, PresetTask } from './dialog-state.ts'
import { PresetForm } from './preset-form.tsx'
import { PresetList } from './preset-list.tsx'
import { useTexts } from './texts.ts'
import { useApplyPreset } from './use-apply-preset.ts'

/** One's presets: saves the settings of the page, and applies, changes and deletes what was saved. */
export function PresetsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const [task, setTask] = useState<PresetTask | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const apply = useApplyPreset()
  const { models } = useAbilities(null)
  const names = new Map(models.map(({ id, name }) => [id, name]))
  return (
    <Dialog opened onClose={onClose} title={t('presets.title')} size={600}>
      <Group role="status" mb={done === null ? 0 : 'sm'}>
        {done !== null && (
          <UndoMessage
            text={done.text}
            onUndo={() => {
              setDone(null)
              done.undo()
            }}
          />
        )}
      </Group>
      {task === null ? (
        <PresetList
          models={names}
          onTask={(next) => {
            setDone(null)
            setTask(next)
          }}
          onChanged={setDone}
          onApply={(preset) => {
            onClose()
            void apply(preset)
          }}
        />
      ) : (
        <PresetForm task={task} models={names} onChanged={setDone} onDone={() => setTask(null)} />
      )}
    </Dialog>
  )
}
