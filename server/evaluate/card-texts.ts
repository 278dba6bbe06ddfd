/** What a manifest cannot say: what a model is for and where it must not be trusted. */
export const CARD_TEXTS: Record<string, { use: string; limits: string[] }> = {
  'damage-segmenter': {
    use: 'Suggests damages on the outside of passenger cars for a person to confirm. It fills in a report; it does not decide a claim, a price or a dispute.',
    limits: [
      'Trained on pictures of one country and one kind of user (claims adjusters), squashed to squares. Expect less elsewhere: see the other origin below.',
      'It was trained with 182 pictures of whole undamaged cars. The rear views are frames of few rides with one dashboard camera: they resemble each other and no inspection picture, so take the rates on whole cars and on tiles as the measure.',
      'Thin scratches, small dents and bare primer are often missed. A scratch may come out as several findings or several as one, which is why AP is low.',
      'It cannot tell dirt, reflections and shadows from damage by name: it has no class for them.',
      'A vehicle in the dark, in rain or under snow was hardly seen in training.',
    ],
  },
  'vehicle-detector': {
    use: 'Says whether a picture shows a vehicle, where, and how much of the picture it fills.',
    limits: [
      'Trained by others on everyday pictures (COCO). Parts seen close up are often not taken for a vehicle.',
    ],
  },
  'wheel-locator': {
    use: 'Finds the wheels on a picture so that damages inside them can be told apart.',
    limits: ['Trained on 69 wheels drawn by hand. Small wheels of whole vehicles are often missed.'],
  },
  'part-segmenter': {
    use: 'Says which part a damage is on, on which side of the vehicle, and from where a picture was taken, without a word from the client.',
    limits: [
      'Sizes are measured on plates of 52 cm on pictures from behind: where a plate was seen, how far its width, told by the parts around it, is off. Which parts serve as a measure was chosen with these pictures in view.',
      'Learned from labels that were drawn by eye on a coordinate grid, by several readers. Two readers agree at an IoU of 0.79, so nothing finer can be measured.',
      'Readers hardly agree on pillars and on what lies bare behind a torn part: no class, and no answer there.',
      'Knows 21 parts. Fog lights, handles, quarter windows, spoilers and trim are called the part they sit on.',
      'A close-up without an edge, a lamp or a seam shows no part, and its side is often a guess: it then says nothing.',
      'Trained on pictures of passenger cars stretched to squares. Vans, trucks and motorcycles were hardly seen.',
    ],
  },
  'text-detector': {
    use: 'Finds lines of text: plates, vehicle identification numbers, documents, odometers.',
    limits: [
      'Trained by others on documents and street pictures. Its figures are those of the reading as a whole: see the card of text-recognizer.',
    ],
  },
  'text-recognizer': {
    use: 'Reads a line of text. What is read is checked by rules (check digits, patterns of plates) before it is shown.',
    limits: [
      'Measured on legible pictures only, so expect less in daily work. The 23 plates are the widest of 652 of one country and one camera, one a car. The 36 vehicle identification numbers are the first 40 whose box is at least 95 of 256 pixels wide, less 4 that nobody could read for certain. One person read them all.',
      'The plates of many countries are on 63 pictures of 416 pixels (Open Images): the widest boxes that one person could read without doubt, in Latin letters. Ten are words and three are numbers, which the service never takes for plates, and five are signs that are no plates; wrong_of_read counts both.',
      'The rules that choose among readings (patterns of plates, makers, check digits) were written with these pictures in view: the figures are partly tuned on themselves.',
      'Documents and odometers were not measured on real pictures: none were to be had.',
    ],
  },
}
