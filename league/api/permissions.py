"""Judge before anything is looked up whether a request has the scope that it needs."""

from django.utils.translation import gettext_lazy as _
from rest_framework import exceptions
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from league.api.models import Token
from league.api.operations import operation_of


class ScopeMissingError(exceptions.PermissionDenied):
    """The token was made for other things."""

    default_code = "scope_missing"
    default_detail = _("This token may not do that: it was made without the scope for it.")


class HasScope(BasePermission):
    """Let everybody read, and those who say who they are do what their token was made for."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Say whether to go on; raise what is missing."""
        operation = operation_of(view, request.method or "")
        if operation is None:
            return True  # the answer 405 or that to OPTIONS
        if isinstance(request.auth, Token):
            if operation.scope not in request.auth.scopes:
                raise ScopeMissingError
            return True
        return operation.is_open or request.user.is_authenticated
