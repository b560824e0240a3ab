/** Words as they are written by ear or in a hurry: `desbistela`, `nuthin`, `takin`. Only those that undressing is put in are mended. */

/** Short and spoken forms of words that say little by themselves. */
const SPOKEN = new Map(
  Object.entries({
    the: 'da tha teh',
    that: 'dat tht',
    them: 'dem',
    with: 'wiv wth',
    without: 'wout witout wivout wihtout',
    nothing: 'nuthin nuthing nothin nuffin nuttin nowt',
    everything: 'evrything everythin evrythin evryting',
    some: 'sum',
    down: 'dwn',
    'out of': 'outta outa',
    what: 'wht wat wut',
    que: 'q k ke',
  }).flatMap(([word, forms]) => forms.split(' ').map((form): [string, string] => [form, word])),
)

/** Whose last letter people leave out. */
const DOING = new Set(
  'taking wearing removing stripping pulling ripping tearing peeling lifting sliding slipping getting having showing exposing revealing flashing spreading undressing unbuttoning unzipping dropping losing'.split(
    ' ',
  ),
)

const SPANISH =
  'desnuda desnudo desnudas desnudos desnudala desnudalo desnudar desnudarla desvistela desvistelo desvistele desvestir desvestirla desvestida desvestido encuerala encuerado encuerada quitale quitales quitarle quitala quitar quitando sacale sacarle sacando bajale bajarle bajando levantale levantarle subele arrancale arrancarle rasgale desabrochale desbrochale desabotonale ensenando ensenar ensena ensename ensene mostrando llevando lleva puesta puesto vestido vestidos camisa camiseta blusa falda bragas braguitas tanga sujetador sosten brasier pantalon pantalones calzones calzoncillos lenceria banador bikini ropa pechos tetas nalgas culo pezon pezones cuerpo vagina verga polla follando follar cogiendo erotica erotico'

const BY_SOUND = new Map(SPANISH.split(' ').map((word) => [soundOf(word), word]))

/** How a Spanish word sounds: letters that are said alike are one, and what is not said is nothing. */
function soundOf(word: string): string {
  return word
    .replace(/ch/g, 'C')
    .replace(/h/g, '')
    .replace(/qu(?=[ei])|c(?![eiC])|k/g, 'q')
    .replace(/c|z|x/g, 's')
    .replace(/[vw]/g, 'b')
    .replace(/ll/g, 'y')
    .replace(/gu?(?=[ei])/g, 'j')
    .replace(/([a-z])\1+/g, '$1')
}

/** Words of their own that sound like one of those: a bowl of fire, a town. */
const MEANT = new Set('brazier braziers berga'.split(' '))

/** The word that is meant by one that is written as it is said; undefined for any other. */
export function heardAs(word: string): string | undefined {
  if (MEANT.has(word)) return undefined
  const spoken = SPOKEN.get(word) ?? BY_SOUND.get(soundOf(word))
  if (spoken !== undefined) return spoken
  const whole = /in['’]?$/.test(word) ? word.replace(/['’]?$/, 'g').replace(/in['’]g$/, 'ing') : ''
  return DOING.has(whole) ? whole : undefined
}
