const MINOR_WORDS =
  'child|children|childlike|kid|kids|kiddie|kiddo|kiddos|youngster|youngsters|minor|minors|under[ -]?age|under[ -]?aged|preteen|preteens|pre[ -]teens?|tween|tweens|teen|teens|teenage|teenager|teenagers|toddler|toddlers|infant|infants|baby|babies|newborn|boy|boys|girl|girls|schoolgirl|schoolgirls|schoolboy|schoolboys|loli|lolis|lolita|shota|shotas|shotacon|lolicon|juvenile|juveniles|pupil|pupils|kindergarten|kindergartner|adolescent|adolescents|prepubescent|pubescent|nymphet|nymphets|daughter|daughters|(?:little|younger) (?:sister|brother)|preschooler|preschoolers'
/** In Spanish, without accents; `nina` is also a name, which is refused beside such words alone. */
const SPANISH_MINOR_WORDS =
  'nino|ninos|nina|ninas|ninita|ninito|chica|chicas|chico|chicos|chiquilla|chiquillo|nena|nenas|nene|bebe|bebes|adolescentes?|colegialas?|colegiales|escolares|menor(?:es)? de edad|menores|preadolescentes?|infantil(?:es)?|quinceaneras?|jovencitas?|jovencitos?|hijita|hijito'
const SEXUAL_WORDS =
  'nude|nudes|nudity|naked|nekkid|undressed|topless|bottomless|nsfw|sex|sexual|sexually|sexy|sexualized|sexualised|erotic|erotica|porn|porno|pron|pornographic|hentai|fetish|lingerie|genital|genitals|genitalia|penis|vagina|breast|breasts|boobs|nipple|nipples|masturbating|masturbation|orgasm|intercourse|blowjob|handjob|cum|seductive|aroused|horny|stripping|striptease|bdsm|bondage|upskirt|undress|undressing|unclothed|unclad|nakedness|nudist|lewd|xxx|fuck|fucked|fucking|tits|panties|thong|busty|cleavage|sensual'
const SPANISH_SEXUAL_WORDS =
  'desnud[ao]s?|desnudez|desnudar\\w*|desnudandose|desvestid[ao]s?|porno|pornografi\\w*|erotic[ao]s?|lenceria|sexo|sexuales|sexi|tetas?|pezon(?:es)?|masturb\\w*|orgasmos?|en pelotas|sin ropa|ropa interior|tangas?|bragas'
/** Words that name sexual content with minors by themselves. */
const ALWAYS_WORDS = 'csam|child porn|lolicon|shotacon|pedo|pedos|pedophile|pedophilia|jailbait'

const MINOR = new RegExp(`\\b(?:${MINOR_WORDS}|${SPANISH_MINOR_WORDS})\\b`)
const SEXUAL = new RegExp(`\\b(?:${SEXUAL_WORDS}|${SPANISH_SEXUAL_WORDS})\\b`)
/** Both in one word count as well. */
const ALWAYS = new RegExp(
  `\\b(?:${ALWAYS_WORDS}|(?:${SEXUAL_WORDS})(?:${MINOR_WORDS})|(?:${MINOR_WORDS})(?:${SEXUAL_WORDS}))\\b`,
)
/** What several words say; a year at school stands for an age. */
const SCHOOL =
  /\b(?:(?:elementary|primary|middle|junior high|high)[ -]?school(?:er|ers)?|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:st|nd|rd|th))[ -]graders?)\b/
const UNCLOTHED =
  /\b(?:(?:without|wearing no|with no|no|remov(?:es|ed|ing)|tak(?:es|ing) off) (?:(?:any|all|her|his|their) )?cloth(?:es|ing)|wearing nothing|not wearing anything|(?:has|have|with) nothing on|(?:in|wearing) (?:a|her|his|their) birthday suits?)\b/
const NUMBERS =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen'
const AGE_IN_WORDS = new RegExp(
  `\\b(?:(?:${NUMBERS})[ -](?:years?[ -]olds?|yo|y o)|(?:aged?|age of) (?:${NUMBERS}))\\b`,
)
const UNDER =
  /\b(?:under|below|younger than)[ -](?:the age of )?(?:1[0-8]|(?:thir|four|fif|six|seven|eigh)teen)\b/
const AGED = /\b(?:aged?:?|age of)\s+(\d{1,2})\b/g
const AGE =
  /\b(\d{1,2})\s*(?:-\s*)?(?:yo\b|y[./ ]o\b|yrs?\b|years?\s*-?\s*old|year\s*-?\s*olds?|years? of age\b|anos?\b(?! luz))/g

/** Words of the one kind or the other in senses that have nothing to do with it; they are left out. */
const ADULT_PHRASES = [
  /\b(?:cowboys?|cowgirls?|call girls?|pin-?up girls?|boyfriends?|girlfriends?)\b/g,
  /\b(?:[a-g](?: flat| sharp)? minor|minor (?:keys?|chords?|scales?|leagues?|planets?|arcana|details?|characters?))\b/g,
  /\bbaby (?:blue|pink|carrots?|back ribs|corn|spinach|powder|grand)\b/g,
  /\b(?:kid gloves|kid goats?|goat kids?)\b/g,
  /\b\d{1,2}[ -]years?[ -]old (?:whisk(?:e)?y|scotch|wine|rum|brandy|cognac|port|oak|tree|bonsai|house|castle|building|car)\b/g,
]
const CLEAN_PHRASES = [
  /\bnaked (?:mole[ -]?rats?|cakes?|eyes?|trees?|branch(?:es)?|flames?|bulbs?|rocks?|stones?)\b/g,
  /\b(?:chicken|turkey|duck|goose|robin's|red|grilled) breasts?\b/g,
  /\bbreasts? (?:cancer|strokes?|plates?|pockets?|pumps?|milk|bones?)\b/g,
  /\bbreast of (?:a )?(?:chicken|turkey|duck|goose|robin|veal)\b/g,
  /\b(?:(?:same|opposite|single)[ -]sex|sex (?:education|chromosomes?|of the baby))\b/g,
  /\bnude (?:colou?red )?(?:baby )?(?:lipsticks?|nails?|nail polish|shoes|heels|pumps|make-?up|eye ?shadow)\b/g,
  /\b(?:thong sandals?|(?:magna |summa )?cum laude|super ?bowl xxx|xxx[ -]?large)\b/g,
  /\bstripping (?:of )?(?:old |the |off )*(?:paint|wallpaper|varnish|bark|wires?)\b/g,
  /\bsexo (?:femenino|masculino|opuesto|del bebe)\b/g,
  /\bfetish (?:statues?|figures?|sculptures?)\b/g,
]

const without = (text: string, phrases: readonly RegExp[]): string =>
  phrases.reduce((rest, phrase) => rest.replace(phrase, ' '), text)

/** Whether a text names sexual content with minors in one word. */
export function namesAbuse(text: string): boolean {
  return ALWAYS.test(text)
}

export function namesSex(text: string): boolean {
  return SEXUAL.test(without(text, CLEAN_PHRASES)) || UNCLOTHED.test(text)
}

/** Whether a text names somebody who is, or looks, under 18. */
export function namesMinor(text: string): boolean {
  const rest = without(text, ADULT_PHRASES)
  if ([MINOR, SCHOOL, AGE_IN_WORDS, UNDER].some((pattern) => pattern.test(rest))) return true
  return [...rest.matchAll(AGE), ...rest.matchAll(AGED)].some(([, age]) => Number(age) < 18)
}
