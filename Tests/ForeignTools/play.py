"""Plays with the client that openapi-python-client made of /openapi.json.

usage: play.py FOLDER SERVER BUNDLE_ID LEADERBOARD     FOLDER: where the package laurel_client is
Prints the rank, the value and the player of the first entry.
"""

import sys

folder, server, bundle_id, leaderboard = sys.argv[1:]
sys.path.insert(0, folder)

from laurel_client import AuthenticatedClient, Client  # noqa: E402
from laurel_client.api.accounts import sign_up  # noqa: E402
from laurel_client.api.leaderboards import entries, submit_score  # noqa: E402
from laurel_client.models import Score, SignUp  # noqa: E402

player = sign_up.sync(
    client=Client(base_url=server),
    body=SignUp(alias="rookie", password="correct horse rookie", bundle_id=bundle_id),
)
client = AuthenticatedClient(base_url=server, token=player.token)
submit_score.sync(bundle_id, leaderboard, client=client, body=Score(value=314))
page = entries.sync(bundle_id, leaderboard, client=client)
first = page.entries[0]
print(first.rank, first.value, first.player.display_name)
