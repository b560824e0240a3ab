import { useCallback, useMemo, type ReactNode } from 'react'
import type { EditModel } from '#contract/generation-servers.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import { EDIT_LIMITS } from '#contract/model-limits.ts'
import { useHandedOver } from '#web/features/generate/lib/handed-over.ts'
import { useChoice } from '#web/features/tool-page/batch/draft-store.ts'
import { ComparedResult } from '#web/features/tool-page/frame/compared-result.tsx'
import { ToolFrame } from '#web/features/tool-page/frame/tool-frame.tsx'
import { jobTypesOf } from '#web/features/tool-page/frame/tool.ts'
import { type Choice, EditFields } from './edit-fields.tsx'
import { EditExamples } from './edit-examples.tsx'
import { ImageFields } from './image-fields.tsx'
import { useTexts } from './texts.ts'
import { editImageTool } from './tool.ts'
import { useImages } from './use-images.ts'

const FIRST: Choice = { prompt: '', model: null }

/**
 * /tools/edit-image: an image changed as words say.
 * @param props.models that edit here, at least one, the preferred one first
 */
export function EditImagePage({
  models,
  resendMail,
}: {
  models: readonly [EditModel, ...EditModel[]]
  resendMail: ReactNode
}) {
  const t = useTexts()
  const [choice, change] = useChoice(editImageTool.key, FIRST)
  // A draft may name a model that has gone since.
  const model = models.find(({ id }) => id === choice.model) ?? models[0]
  const images = useImages(model.max_images)
  const { ids, first } = images
  const takeOver = useCallback(
    ({ prompt: words, model: id }: Readonly<Record<string, unknown>>) =>
      change({
        prompt: typeof words === 'string' ? words : '',
        model: typeof id === 'string' ? id : null,
      }),
    [change],
  )
  useHandedOver(jobTypesOf(editImageTool), takeOver)
  const prompt = choice.prompt.trim()
  const ready = Boolean(first.picture) && prompt !== ''
  const request = useMemo<GenerationRequestInput | null>(
    () => (ready ? { type: 'EDI', images: ids.split(' '), prompt, model: model.id } : null),
    [ready, ids, prompt, model.id],
  )
  const facts = useMemo(
    () => ({ model: model.name, licence: model.licence, limits: EDIT_LIMITS }),
    [model.name, model.licence],
  )
  return (
    <ToolFrame
      tool={editImageTool}
      facts={facts}
      input={first}
      resendMail={resendMail}
      empty={<EditExamples onChoose={(words) => change({ prompt: words })} />}
      order={{
        request,
        listed: model.credits,
        wrong: {
          ...(first.id === null && { images: t('editPage.chooseFirst') }),
          ...(prompt === '' && { prompt: t('editPage.sayFirst') }),
        },
      }}
      renderFields={(problems) => (
        <>
          <ImageFields images={images} problems={problems} />
          <EditFields
            choice={{ ...choice, model: model.id }}
            models={models}
            onChange={change}
            problems={problems}
          />
        </>
      )}
      renderResult={(result) => (
        <ComparedResult {...result} tool={editImageTool} alt={t('editResult.alt')} />
      )}
    />
  )
}
