/**
 * A typed word as a search of the documents compares it: in lower case, without a usual ending, so that `deleted` finds `delete`.
 * Null for a filler word of a question. The site's search takes it too, as text: it uses nothing from outside.
 */
export function searchWord(word: string): string | null {
  const fillers =
    /^(?:an?|and|any(?:thing|body)?|are|as|at|be|by|can|did|do|does|for|from|get|got|had|has|have|how|i|if|im|in|is|it|its|me|must|my|of|on|or|our|please|s|shall|should|so|some(?:thing|body)|t|that|the|their|them|then|there|they|this|to|us|was|we|were|what|when|where|which|who|why|will|with|would|you|your)$/;
  const small = word.toLowerCase();
  return fillers.test(small) ? null : small.replace(/^(.{4,}?)(?:ing|ed|es|e|s)$/, "$1");
}
