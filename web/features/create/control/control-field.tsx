import { CONTROL_KINDS, LIMITS } from '#contract/jobs/drawing.ts'
import { Segments } from '#web/ui/segments.tsx'
import { Switched } from '../advanced/switched.tsx'
import { useAbilities } from '../api/use-generation-servers.ts'
import { Setting } from '../components/setting.tsx'
import { FIRST_CONTROL, type FormControl } from '../lib/form.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { ControlImage } from './control-image.tsx'
import { useTexts } from './texts.ts'

/** Leads the drawing by the edges, the depth or the poses of an image (ControlNet). */
export function ControlField({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const { form, change } = useGenerationForm()
  const { controls } = useAbilities(form.model)
  const [first = 'canny'] = controls
  const { control } = form
  const shown: FormControl = control ?? { ...FIRST_CONTROL, kind: first }
  const kinds = CONTROL_KINDS.filter((kind) => controls.has(kind) || kind === shown.kind)
  const put = (changes: Partial<FormControl>) => change({ control: { ...shown, ...changes } })
  return (
    <Switched
      label={t('label')}
      description={t('hint')}
      obstacle={controls.has(shown.kind) ? null : t('notAble')}
      on={control !== null}
      problem={problem}
      onToggle={(on) => change({ control: on ? shown : null })}
    >
      {control !== null && (
        <>
          {kinds.length > 1 && (
            <Segments
              fullWidth
              aria-label={t('kind')}
              value={control.kind}
              onChange={(kind) => put({ kind })}
              data={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
            />
          )}
          <ControlImage
            model={form.model}
            control={control}
            isAble={controls.has(control.kind)}
            onChoose={(image) => put({ image })}
          />
          <Setting
            label={t('strength')}
            description={t('strengthHint')}
            min={LIMITS.controlStrength.min}
            max={LIMITS.controlStrength.max}
            step={0.05}
            value={control.strength}
            problem={undefined}
            onChange={(strength) => put({ strength })}
          />
          <Setting
            label={t('start')}
            min={0}
            max={1}
            step={0.05}
            value={control.start}
            problem={undefined}
            onChange={(start) => put({ start })}
          />
          <Setting
            label={t('end')}
            description={t('endHint')}
            min={0}
            max={1}
            step={0.05}
            value={control.end}
            problem={undefined}
            onChange={(end) => put({ end })}
          />
        </>
      )}
    </Switched>
  )
}
