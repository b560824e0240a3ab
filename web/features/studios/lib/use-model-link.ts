import { useQuery } from '@tanstack/react-query'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import { HEADSHOT, modelLink } from './look.ts'

type Trained = Pick<
  LoraTraining,
  'project_name' | 'object_type' | 'original_model_version' | 'created_model_version'
>

/** What a model that draws only known things makes of what was learned: no people, but the subject as a sticker. */
const suggestionFor = ({ project_name: name, object_type: object }: Trained): string =>
  object === 'style' ? 'a house in this style' : `${name} on the grass, sticker style`

/** What a trained model is suggested to draw: as the specification says, where its model draws people. */
export const suggestedPrompt = (trained: Trained, drawsKnownThings: boolean): string =>
  drawsKnownThings ? suggestionFor(trained) : HEADSHOT

/** The page that draws with a trained model, with words that its model can draw. */
export function useModelLink(trained: Trained): string {
  const { data } = useQuery(generationServersQuery)
  const models = data?.results.flatMap((server) => server.models) ?? []
  const model = models.find(({ id }) => id === trained.original_model_version)
  return modelLink(trained, suggestedPrompt(trained, model?.draws === 'known_things'))
}
