import type { Vocabulary } from './understand-prompt.ts'

/** Beginnings of the names of people: their category has hands, feet and figures of tales too. */
const PEOPLE =
  /^(?:artist|astronaut|baby|ballet dancer|boy|breast feeding|businessman|businesswoman|child|construction worker|cook|couple|deaf|detective|factory worker|family|farmer|firefighter|girl|guard|health worker|hiker|judge|king|kiss|man|mechanic|men|office worker|old man|old woman|older person|people|person|pilot|police officer|pregnant|prince|princess|queen|scientist|selfie|singer|skier|snowboarder|student|teacher|technologist|woman|women)\b/
/** "Man vampire" is no more of flesh and blood than "vampire". */
const FIGURES = /\b(?:angel|elf|fairy|genie|mage|merpeople|superhero|supervillain|vampire|zombie)\b/

/** Whether a thing is somebody: who asks for that may mean a person of flesh and blood. */
export function isPerson(concept: number, { concepts, thingNames }: Vocabulary): boolean {
  const { name } = concepts[concept]!
  const category = thingNames?.categories[thingNames.things[name]?.category ?? -1]
  return category === 'people' && PEOPLE.test(name) && !FIGURES.test(name)
}
