/** Words that a prompt has beside its things. All in lower case, as {@link tokensOf} gives them. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

export const ARTICLES = words(
  'a an the one some my your his her its their our this that these those every each',
)

export const NUMBERS: Readonly<Record<string, number>> = {
  two: 2,
  pair: 2,
  couple: 2,
  '2': 2,
  three: 3,
  '3': 3,
  ...Object.fromEntries(
    'many four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 dozens'
      .split(' ')
      .map((word) => [word, 4]),
  ),
  several: 3,
}

/** Where what a thing is ends, and what it has, does or is near to begins. */
export const PREPOSITIONS = words(
  'with in on under over behind at near wearing by from for inside outside among against above below around into onto during ' +
    'through of to as like than across along amid atop before after between beneath beyond down off toward towards up upon via ' +
    'within without featuring depicting containing surrounded covered filled dressed made seen who that which whose where while ' +
    'when because if is are was were be being has have had and or but',
)

/** What joins another thing, which may be drawn beside. */
export const JOINTS = words('and beside next plus or')

/** What a thing does: "a bear eating honey" is a bear. */
export const DOINGS = words(
  'carrying chasing climbing cooking dancing doing drinking driving eating flying having holding hugging jumping laughing ' +
    'looking making playing reading riding running sailing showing singing sitting sleeping smiling smoking standing swimming ' +
    'using walking watching floating hanging erupting howling glowing arriving landing leaning orbiting launching rescuing ' +
    'stirring sticking lifting building crawling crossing pushing cut leaning pouring selling serving growing rising blooming soaring gliding galloping resting hunting',
)

/** Nouns that end as verbs do; what stands before them says more of them. */
export const NOUNS_IN_ING = words(
  'ring king wing thing string spring ceiling lightning pudding earring sibling evening morning wedding stocking sling swing herring ' +
    'duckling gosling dumpling sapling building clothing wedding crossing parking painting drawing filling frosting icing topping',
)

/** What is left out: "no people", "without a hat". */
export const NEGATIONS = words('no not without never zero except avoid excluding minus')

/** Before what is asked for: "draw me a picture of a giraffe please". */
export const REQUESTS = words(
  'please can could would you i we want need like love to see draw make create generate show give paint render sketch design ' +
    'imagine produce get me us there is are this here let s',
)

/** What an image is called, as a whole or by its kind; what it shows follows: "a logo for a coffee shop". */
export const PICTURE_WORDS = words(
  'picture pictures image images photo photos photograph photographs photography illustration illustrations drawing drawings ' +
    'sticker stickers emoji emojis logo logos icon icons style portrait portraits painting paintings clipart cutout pic pics ' +
    'artwork art poster posters print prints render rendering sketch sketches watercolor watercolour tattoo design designs shot ' +
    'closeup view views scene scenery wallpaper background mockup vector cartoon comic anime manga doodle ' +
    'headshot selfie silhouette page coloring colouring pixel app avatar symbol lineart ' +
    'engraving etching landscape panorama still life version concept model toon caricature mascot badge emblem banner flyer ' +
    'macro oil acrylic gouache pastel charcoal ink crayon pencil graphic graphics visual snapshot study ' +
    'body full half upper product isometric',
)

/** How an image is made or how good it is to be: nothing of it is a thing. */
export const QUALITY_WORDS = words(
  'masterpiece quality best detail details detailed lighting light lights resolution res hd uhd hdr 4k 8k 16k bokeh focus depth ' +
    'field angle lens film grain exposure composition render octane unreal engine trending artstation deviantart pinterest ' +
    'cinematic digital realistic photorealistic hyperrealistic realism aesthetic aesthetics mood moody atmosphere atmospheric ' +
    'vibrant colors colours color colour tone tones palette contrast shadow shadows glow hour sharp smooth intricate elegant ' +
    'dramatic epic stunning amazing award winning professional studio ultra highly super very extremely hyper wide telephoto 35mm ' +
    '50mm 85mm f1 f2 iso dslr canon nikon polaroid vintage retro modern minimal minimalist minimalistic simple plain clean ' +
    'blurry blurred soft natural ambient volumetric ray rays raytracing vfx cgi 3d 2d flat lay lowpoly low poly high key ' +
    'score solo chibi kawaii viewer perspective foreground text watermark signature white black monochrome sepia',
)

/** Looks that no style has: a prompt that asks for one is told that it will not be drawn so. */
export const UNKNOWN_LOOKS = words(
  'photo photos photograph photographs photography portrait portraits painting paintings watercolor watercolour oil acrylic gouache ' +
    'charcoal pencil sketch sketches engraving etching anime manga headshot selfie tattoo photorealistic realistic hyperrealistic cinematic',
)

/** Where or when something is to be seen. A list of words may begin with them: "forest, fox". */
export const SETTINGS = words(
  'night day morning evening afternoon dusk dawn noon midnight spring summer autumn fall winter forest woods jungle street road ' +
    'field sky room garden park outdoors outdoor indoors indoor weather fog mist rain snow savanna meadow valley nature scenery',
)

/** A number or part of what follows: "a herd of cows" is cows. With how many of them are drawn. */
export const MEASURES: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'slice piece plate glass jar bowl platter basket box portion bit sheet lump head bottle can bag cup mug pot stick sort kind type loaf'
      .split(' ')
      .map((word) => [word, 1]),
  ),
  pair: 2,
  couple: 2,
  ...Object.fromEntries(
    'bunch group herd flock school pack pride murder swarm litter set pile stack heap row collection handful lot lots crowd trio team family'
      .split(' ')
      .map((word) => [word, 3]),
  ),
}

/** Words of function, which say nothing of what is seen. */
export const FUNCTION_WORDS = words(
  'it s t he she they i you we who what how its him them itself himself herself themselves own not no so too also just only very ' +
    'more most much such other another there here then now both all any together while front back side next away out',
)

/** Things that say more of another: "a mountain goat" is a goat. Other things do not: "a dog collar" is no dog and "a robot dog" no pet. */
export const KIND_WORDS = words(
  'baby mountain desert beach island ocean sea city house home queen king man woman boy girl chocolate ice snow fire person castle ' +
    'office farm wedding school world phoenix football rock wood brick glass gold silver ghost christmas santa spring top school ' +
    'palm rose orange alien monster zombie vampire superhero clown child moon sun star diamond steam vintage cherry ' +
    'birthday bamboo pine oak maple wedding sports movie music video ninja',
)

/** Compounds that are no kind of what their last word names, and no name of a thing either. */
export const OTHER_COMPOUNDS: ReadonlySet<string> = new Set(
  (
    'prairie dog, guinea pig, food truck, street lamp, dog house, doghouse, bird house, house of cards, queen of hearts, king of hearts, jack of hearts, heart of stone, heart of gold, lord of rings, game of thrones, ' +
    'horn of plenty, tree of life, ring of fire, bed of nails, bed of roses, ball of fire, eye of providence, eye of horus, eye of storm, ' +
    'eiffel tower, tower bridge, great wall, bonsai tree, leaning tower, water tower, clock tower, control tower, city wall, climbing wall, gingerbread house, gingerbread man, paper crane, robot dog, ' +
    'robot cat, balloon dog, balloon animal, cat fish, couch potato, cash cow, cat box, cannon ball, cotton ball, meat ball, ' +
    'snow ball, snow globe, snow angel, fire ball, disco ball, black hole, worm hole, rabbit hole, key hole, man hole, sink hole, ' +
    'candy corn, cotton candy, bean bag, punching bag, tea bag, sleeping dog lies, fire hydrant, water bear, sea cow, sea urchin, ' +
    'sea cucumber, sea dragon, sea serpent, sea anemone, sea lily, bush baby, flying fox, flying squirrel, flying fish, ant lion, ' +
    'silver fish, crane fly, dragon fly, butter fly, fire fly, house fly, fruit fly, water lily, tiger lily, lily pad, dragon fruit, ' +
    'star fruit, passion fruit, fruit bat, honey badger, tasmanian devil, guinea fowl, mountain chicken, spring chicken, bumper car, ' +
    'cable car, street car, side car, sand castle, bouncy castle, chess king, chess queen, chess knight, drag queen, dairy queen, ' +
    'bear market, bull market, iron man, spider man, bat man, super man, ant man, ice man, bogey man, straw man, rain man, best man, ' +
    'hang man, invisible man, iron maiden, hot rod, hot plate, hot seat, hot tub, hot water bottle, electric chair, wheel chair, ' +
    'high chair, wing chair, push chair, horse shoe, snow shoe, brake shoe, clothes horse, sea bass, rocking horse, trojan horse, ' +
    'river horse, saw horse, iron horse, pommel horse, stuffed bear, gummy bear, ice bear, bear claw, ear ring, ear drum, onion ring, ' +
    'key ring, boxing ring, tree ring, smoke ring, burger king, tower bell, dumb bell, door bell, taco bell, blue bell, stone flower, ' +
    'wall flower, cauli flower, corn flower, pillow fight, egg plant, power plant, nuclear plant, treasure map, mind map, bike rack, ' +
    'bird cage, shark cage, ferris wheel, steering wheel, spinning wheel, water wheel, color wheel, potter wheel, cart wheel, ' +
    'water gun, nail gun, glue gun, tattoo gun, machine gun, light saber, star fish, jelly fish, cuttle fish, gold fish cracker, ' +
    'fish eye, bulls eye, evil eye, private eye, cat eye, eagle eye, needle eye, hurricane eye, movie star, rock star, pop star, ' +
    'porn star, death star, north star, ninja star, film star, football star, barn star, apple watch, bird watch, night watch, ' +
    'trail mix, ice house, light house keeper, green house, tree house, play house, ware house, opera house, white house, ' +
    'haunted mansion, doll house, dolls house, power house, court house, house boat, boat house, gravy boat, banana boat, ' +
    'dream boat, dragon boat, air boat, air ship, space station, police station, gas station, train set, gravy train, bullet hole, ' +
    'bullet point, exclamation point, turning point, match box, music box, juke box, mail box, letter box, post box, phone box, ' +
    'lunch box, litter box, sand box, tool box, black box, ballot box, boom box, x box, gift box, jewelry box, jewellery box, ' +
    'brain coral, fire coral, hand fan, ceiling fan, palm oil, sun dial, sun screen, sun flower seed, sun bear, moon stone, ' +
    'human heart, purple heart medal, artichoke heart, bleeding heart, tea tree, shoe tree, family tree, decision tree, hat rack, ' +
    'chef knife, army knife, butter knife, pocket knife, utility knife, hot sauce, crab apple, adam s apple, pine apple, custard apple, ' +
    'big apple, sugar apple, love apple, road apple, toffee apple, candy apple, caramel apple, prickly pear, avocado pear, ' +
    'alligator pear, chick pea, black eyed pea, cow pea, sweet potato, hot potato, pig skin, pepper corn, pop corn machine, ' +
    'unicorn frappuccino, chicken soup can, dress code, dress rehearsal, dinner jacket, life jacket, straight jacket, sea shell'
  ).split(', '),
)
