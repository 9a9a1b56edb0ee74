import { formerNameOf } from "#contract/methods.ts";

/**
 * Headers of an answer to a former name: since when it is one (`Deprecation`, RFC 9745) and the address that stays. None for a
 * name that stays. `Sunset` wants a moment, and a former name goes with a version, so there is none.
 */
export function deprecationHeaders(name: string): Readonly<Record<string, string>> {
  const former = formerNameOf(name);
  if (former === null) return {};
  return {
    Deprecation: `@${Date.parse(former.since) / 1_000}`,
    Link: `</api/v1/${former.name}>; rel="successor-version"`,
  };
}
